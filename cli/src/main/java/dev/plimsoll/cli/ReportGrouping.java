package dev.plimsoll.cli;

import dev.plimsoll.model.hours.StateGrouping;
import java.util.Locale;

/** What the report of device states is divided by; the names are those of {@code --by}. */
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
