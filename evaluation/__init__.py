"""What machines say of the clips, and how well that predicts the listeners."""
