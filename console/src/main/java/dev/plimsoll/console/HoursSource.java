package dev.plimsoll.console;

import dev.plimsoll.kube.hours.DeviceRecords;
import dev.plimsoll.kube.price.PriceList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where the hours of devices are recorded.
 *
 * @param records opens the records
 * @param notes sentences about the records
 * @param prices what an hour of a device costs
 */
public record HoursSource(Supplier<DeviceRecords> records, List<String> notes, PriceList prices) {
  public HoursSource {
    notes = List.copyOf(notes);
  }

  /** Creates a source without prices. */
  public HoursSource(Supplier<DeviceRecords> records, List<String> notes) {
    this(records, notes, PriceList.NONE);
  }

  /** Returns a source of records that stay open. */
  public static HoursSource of(DeviceRecords records) {
    return new HoursSource(() -> records, List.of());
  }

  /** Returns the source with prices. */
  public HoursSource withPrices(PriceList other) {
    return new HoursSource(records, notes, other);
  }
}
