package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogFormatterTest {

  @ParameterizedTest
  @MethodSource("dev.plimsoll.cli.HostileTest#texts")
  void names_and_values_of_objects_forge_no_line_and_act_on_no_terminal(String hostile) {
    LogRecord record = new LogRecord(Level.WARNING, "skipping {0} {1}");
    long lines = plain(record, "x").lines().count();

    String written = plain(record, hostile);

    HostileTest.assertSilent(written);
    assertThat(written.lines().count()).isEqualTo(lines);
  }

  @ParameterizedTest
  @MethodSource("dev.plimsoll.cli.HostileTest#texts")
  void what_exceptions_quote_acts_on_no_terminal(String hostile) {
    LogRecord record = new LogRecord(Level.SEVERE, "failed");
    record.setThrown(new IllegalStateException(hostile));

    String written = new LogFormatter().format(record);

    HostileTest.assertSilent(written);
    assertThat(written).contains("\tat " + LogFormatterTest.class.getName());
  }

  private static String plain(LogRecord record, String value) {
    record.setParameters(new Object[] {"Pod", value});
    return new LogFormatter().format(record);
  }
}
