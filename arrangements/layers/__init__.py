"""Objects of questions: configurations, layers with the inputs that they get, questions, and the
patterns that lists of answers are, as values with an algebra of sets.

Nothing here reads a file, decides a question or lists a pattern: the rooms that do are not imported.
"""
