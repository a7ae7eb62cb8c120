"""What every scene is made of: texts in two languages, controls, colours, marks, and the finished chart."""
