package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Writes a log record as a line of JSON: {@code time}, {@code level}, {@code logger}, {@code
 * message} and, where something was thrown, {@code stackTrace}. A record whose parameter is an
 * object has its fields instead of a message.
 */
final class JsonLogFormatter extends Formatter {
  @Override
  public String format(LogRecord logRecord) {
    JsonObject json = new JsonObject();
    json.addProperty("time", logRecord.getInstant().toString());
    json.addProperty("level", logRecord.getLevel().getName());
    json.addProperty("logger", logRecord.getLoggerName());
    Object[] parameters = logRecord.getParameters();
    if (parameters != null
        && parameters.length == 1
        && parameters[0] instanceof JsonObject fields) {
      fields.entrySet().stream()
          .filter(field -> !json.has(field.getKey()))
          .forEach(field -> json.add(field.getKey(), field.getValue()));
    } else {
      json.addProperty("message", formatMessage(logRecord));
    }
    if (logRecord.getThrown() != null) {
      StringWriter stackTrace = new StringWriter();
      logRecord.getThrown().printStackTrace(new PrintWriter(stackTrace));
      json.addProperty("stackTrace", stackTrace.toString());
    }
    return json + "\n";
  }
}
