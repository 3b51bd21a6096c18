package dev.plimsoll.console;

import dev.plimsoll.kube.hours.DeviceRecords;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where the hours of devices are recorded.
 *
 * @param records opens the records
 * @param notes sentences about the records
 */
public record HoursSource(Supplier<DeviceRecords> records, List<String> notes) {
  public HoursSource {
    notes = List.copyOf(notes);
  }

  /** Returns a source of records that stay open. */
  public static HoursSource of(DeviceRecords records) {
    return new HoursSource(() -> records, List.of());
  }
}
