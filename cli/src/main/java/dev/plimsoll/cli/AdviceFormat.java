package dev.plimsoll.cli;

/** The forms in which advice is printed; the names are those of {@code -o}. */
@SuppressWarnings("JavaLangClash")
enum AdviceFormat {
  table,
  wide,
  json,
  yaml,
  patch,
  markdown,
  html
}
