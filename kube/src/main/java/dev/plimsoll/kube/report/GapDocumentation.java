package dev.plimsoll.kube.report;

import dev.plimsoll.model.gap.GapKind;
import java.util.Locale;

/** The location of a gap kind's documentation. */
public final class GapDocumentation {
  private GapDocumentation() {}

  /** Returns the page and the heading in it, such as {@code docs/gaps.md#noquota}. */
  public static String path(GapKind kind) {
    return "docs/gaps.md#" + kind.name().toLowerCase(Locale.ROOT);
  }
}
