"""Floating-point searches that only suggest: points, weights and columns that exact arithmetic then
puts to the test. A wrong suggestion costs time, never an answer.

Nothing here concludes, and nothing here knows what the rows mean.
"""
