"""One small configuration at a time, with all scratch in one workspace."""
