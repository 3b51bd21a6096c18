package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.UnknownGaps;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints for people what isn't known since something was not read, and how to get it.
 *
 * @param out where to print
 * @param live whether the cluster is a live one; else it was read from files
 */
record UnreadText(TerminalPrinter out, boolean live) {

  private static final int RIGHTS = 2;

  /** The mark for unknown cells of a table. */
  static final String MARK = "?";

  /** Prints below an answer what is missing in it. */
  void print(Unread unread) {
    if (!unread.isEmpty()) {
      out.println();
      out.wrapped("Not known, since not read: " + unread.names());
      remedy(unread);
    }
  }

  /** Prints below the gaps which further ones there may be. */
  void print(GapSurvey survey) {
    if (!survey.unknowns().isEmpty()) {
      out.println();
      out.println("Not known:");
      survey.unknowns().forEach(this::print);
      remedy(survey.unread());
    }
  }

  private void print(UnknownGaps unknown) {
    out.wrapped(
        "  "
            + unknown.kinds().stream().map(Enum::name).collect(Collectors.joining(", "))
            + ": "
            + unknown.unread().message());
  }

  /** Prints what to do, so that it is read the next time. */
  void remedy(Unread unread) {
    if (unread.isEmpty()) {
      return;
    }
    if (live) {
      List<String> rights = unread.rights();
      List<String> failed = unread.failed();
      if (!failed.isEmpty()) {
        out.wrapped(
            "  The API server must be able to list %s: the note above has its answer."
                .formatted(String.join(", ", failed)));
      }
      if (rights.isEmpty()) {
        return;
      }
      int more = rights.size() - RIGHTS;
      out.wrapped(
          more > 1
              ? "  It takes the right to "
                  + String.join(", ", rights.subList(0, RIGHTS))
                  + " and "
                  + more
                  + " more kinds."
              : "  It takes the right to " + String.join(", ", rights) + ".");
    } else {
      out.println(
          "  It takes: "
              + unread.command()
              + " > more.json, then add more.json to --snapshot; or --complete, if there are none");
    }
  }
}
