"""Numbers in templates, as the rest of a board's page writes them."""

from django import template

from ratings.presentation.numbers import whole

register = template.Library()
register.filter("whole", whole)
