package dev.plimsoll.cli.output;

/** The forms in which a command prints its answer; the names are those of {@code -o}. */
@SuppressWarnings("JavaLangClash")
public enum Format {
  table,
  wide,
  json,
  yaml,
  name
}
