package dev.plimsoll.cli;

/** How the service writes its log. */
enum LogFormat {
  /** For people. */
  TEXT,
  /** A line of JSON for each record, and one for each decision. */
  JSON
}
