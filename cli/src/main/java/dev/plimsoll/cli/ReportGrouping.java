package dev.plimsoll.cli;

import dev.plimsoll.model.hours.StateGrouping;
import java.util.Locale;

/** The groups of the report of device states; the names are those of {@code --by}. */
@SuppressWarnings("JavaLangClash")
enum ReportGrouping {
  tenant,
  namespace,
  pool,
  product;

  StateGrouping grouping() {
    return StateGrouping.valueOf(name().toUpperCase(Locale.ROOT));
  }
}
