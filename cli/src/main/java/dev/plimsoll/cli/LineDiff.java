package dev.plimsoll.cli;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import dev.plimsoll.cli.output.TerminalPrinter;
import java.util.List;

/** Prints two texts as one: lines only in the first with -, only in the second with +. */
final class LineDiff {
  /** How many columns the marks take. */
  static final int MARK = 2;

  private LineDiff() {}

  static void print(TerminalPrinter out, List<String> before, List<String> after) {
    out.println(before.equals(after) ? "Nothing changes:" : "- before, + after:");
    for (AbstractDelta<String> delta : DiffUtils.diff(before, after, true).getDeltas()) {
      boolean equal = delta.getType() == DeltaType.EQUAL;
      delta.getSource().getLines().forEach(l -> line(out, equal ? "  " : "- ", l));
      if (!equal) {
        delta.getTarget().getLines().forEach(l -> line(out, "+ ", l));
      }
    }
  }

  private static void line(TerminalPrinter out, String mark, String line) {
    out.println((mark + line).stripTrailing());
  }
}
