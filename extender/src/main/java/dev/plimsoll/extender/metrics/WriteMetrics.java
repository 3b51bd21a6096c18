package dev.plimsoll.extender.metrics;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.requeue.ObjectWriter;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts what is written into the API server: requeued pods, and events. */
public final class WriteMetrics implements ObjectWriter {
  private static final Pattern RESOURCE =
      Pattern.compile("/namespaces/[^/]+/([^/]+)(?:/[^/]+(/[^/]+)?)?$");

  private final ObjectWriter writer;
  private final Counter writes;

  /** Counts what goes through to another writer. */
  public WriteMetrics(ObjectWriter writer, MetricsRegistry registry) {
    this.writer = writer;
    this.writes =
        registry.register(
            Counter.builder()
                .name("plimsoll_extender_writes_total")
                .help(
                    "Objects written to the API server, by resource and outcome: requeued pods, and"
                        + " events that say why pods wait. The outcome is written, gone (the object"
                        + " or its namespace was deleted), exists (created before) or failed.")
                .labelNames("resource", "outcome")
                .build());
  }

  @Override
  public void write(String method, String path, JsonObject object) throws StatusException {
    String outcome = "failed";
    try {
      writer.write(method, path, object);
      outcome = "written";
    } catch (StatusException e) {
      outcome = outcome(method, e);
      throw e;
    } finally {
      writes.labelValues(resource(path), outcome).inc();
    }
  }

  private static String outcome(String method, StatusException denial) {
    if (method.equals("POST") && denial.code() == StatusException.CONFLICT) {
      return "exists";
    }
    return denial.isObjectGone() || denial.isNamespaceGone() ? "gone" : "failed";
  }

  private static String resource(String path) {
    Matcher matcher = RESOURCE.matcher(path);
    if (!matcher.find()) {
      return "other";
    }
    return matcher.group(2) == null ? matcher.group(1) : matcher.group(1) + matcher.group(2);
  }
}
