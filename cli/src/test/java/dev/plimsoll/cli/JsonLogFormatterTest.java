package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JsonLogFormatterTest {
  private final LogRecord logRecord = new LogRecord(Level.WARNING, "{0} failed: {1}");

  private JsonObject formatted() {
    logRecord.setInstant(Instant.EPOCH);
    logRecord.setLoggerName("dev.plimsoll.Some");
    String line = new JsonLogFormatter().format(logRecord);
    assertThat(line).endsWith("}\n").hasLineCount(1);
    return JsonParser.parseString(line).getAsJsonObject();
  }

  @Test
  void a_record_is_one_line_whatever_it_says() {
    logRecord.setParameters(new Object[] {"informer", "two\nlines \"quoted\""});

    assertThat(formatted())
        .hasToString(
            "{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"WARNING\","
                + "\"logger\":\"dev.plimsoll.Some\","
                + "\"message\":\"informer failed: two\\nlines \\\"quoted\\\"\"}");
  }

  @Test
  void what_was_thrown_is_there_with_its_stack_trace() {
    logRecord.setThrown(new IllegalStateException("why"));

    assertThat(formatted().get("stackTrace").getAsString())
        .startsWith("java.lang.IllegalStateException: why\n\tat ");
  }

  @Test
  void a_decision_has_its_own_fields() {
    JsonObject decision = new JsonObject();
    decision.addProperty("pod", "a");
    decision.addProperty("level", "not this");
    logRecord.setParameters(new Object[] {decision});

    assertThat(formatted().get("pod").getAsString()).isEqualTo("a");
    assertThat(formatted().get("level").getAsString()).isEqualTo("WARNING");
    assertThat(formatted().has("message")).isFalse();
  }
}
