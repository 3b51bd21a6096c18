package dev.plimsoll.cli;

/** The forms in which a comparison is printed; the names are those of {@code -o}. */
enum ConformFormat {
  table,
  json,
  yaml,
  markdown
}
