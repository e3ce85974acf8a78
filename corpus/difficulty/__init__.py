"""How hard a prompt is to say well, told by a language model's surprise; knows no Django."""
