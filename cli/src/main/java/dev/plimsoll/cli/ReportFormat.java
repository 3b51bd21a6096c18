package dev.plimsoll.cli;

/** The forms in which the report of device states is printed; the names are those of {@code -o}. */
@SuppressWarnings("JavaLangClash")
enum ReportFormat {
  table,
  json,
  yaml,
  markdown,
  csv,
  html
}
