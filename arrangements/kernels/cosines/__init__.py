"""Exact cosines of small integer configurations, and the patterns they determine."""
