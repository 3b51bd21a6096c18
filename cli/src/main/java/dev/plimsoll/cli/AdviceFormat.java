package dev.plimsoll.cli;

/** The forms in which advice is printed; the names are those of {@code -o}. */
@SuppressWarnings("JavaLangClash")
enum AdviceFormat {
  table,
  wide,
  json,
  yaml,
  patch,
  clusterqueue,
  markdown,
  html;

  /** Returns whether the advice on one policy may be followed by the advice on the next. */
  boolean isForSeveral() {
    return this == table || this == wide || this == markdown;
  }
}
