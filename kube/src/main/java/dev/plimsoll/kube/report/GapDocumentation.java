package dev.plimsoll.kube.report;

import dev.plimsoll.model.gap.GapKind;
import java.util.Locale;

/** Where a kind of gap is documented. */
public final class GapDocumentation {
  private GapDocumentation() {}

  /** Returns the page and the heading in it, such as {@code docs/gaps.md#noquota}. */
  public static String path(GapKind kind) {
    return "docs/gaps.md#" + kind.name().toLowerCase(Locale.ROOT);
  }
}
