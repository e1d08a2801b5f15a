"""`python -m bench`: all measurements, one after the other."""

from bench import cutting, pipeline

cutting.main()
pipeline.main()
