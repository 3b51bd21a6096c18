package dev.plimsoll.kube.resource;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The measured usage of devices in a file of {@code plimsoll snapshot}: an object in its list. */
public final class SnapshotUsage {
  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "DeviceUsage");

  private static final Comparator<PodName> ORDER =
      Comparator.comparing(PodName::namespace).thenComparing(PodName::name);

  private SnapshotUsage() {}

  /** Returns whether an object is of this kind. */
  public static boolean isOf(JsonTree object) {
    return object.text("kind").equals(TYPE.kind())
        && object.text("apiVersion").equals(TYPE.apiVersion());
  }

  /**
   * Reads the object.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  public static MeasuredUsage of(JsonTree object) {
    Fields fields = Fields.of(object);
    long window = fields.wholeNumber("windowSeconds").orElse(IdleRule.DEFAULT.window().toSeconds());
    List<Map.Entry<PodName, DeviceUsage>> pods = fields.list("pods", SnapshotUsage::pod);
    return new MeasuredUsage(
        new IdleRule(threshold(fields), Duration.ofSeconds(window)),
        pods.stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b)));
  }

  private static double threshold(Fields fields) {
    try {
      return Double.parseDouble(fields.string("thresholdPercent", "1"));
    } catch (NumberFormatException e) {
      throw fields.error("thresholdPercent", "must be a number");
    }
  }

  private static Map.Entry<PodName, DeviceUsage> pod(Fields fields) {
    Instant last = fields.time("last").orElseThrow(() -> fields.error("last", "must be a time"));
    return Map.entry(
        new PodName(fields.string("namespace"), fields.string("name")),
        new DeviceUsage(
            fields.time("quietSince"),
            fields.integer("devices").orElse(0),
            last,
            fields.integer("samples").orElse(0),
            fields.integer("holes").orElse(0)));
  }

  /** Returns the usage as such an object. */
  public static JsonObject toJson(MeasuredUsage usage) {
    JsonObject json = new JsonObject();
    json.addProperty("apiVersion", TYPE.apiVersion());
    json.addProperty("kind", TYPE.kind());
    json.add("metadata", new JsonObject());
    json.addProperty("thresholdPercent", Double.toString(usage.rule().threshold()));
    json.addProperty("windowSeconds", usage.rule().window().toSeconds());
    JsonArray pods = new JsonArray();
    usage.pods().entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ORDER))
        .forEach(e -> pods.add(pod(e.getKey(), e.getValue())));
    json.add("pods", pods);
    return json;
  }

  private static JsonObject pod(PodName name, DeviceUsage usage) {
    JsonObject json = new JsonObject();
    json.addProperty("namespace", name.namespace());
    json.addProperty("name", name.name());
    usage.quietSince().ifPresent(t -> json.addProperty("quietSince", t.toString()));
    json.addProperty("devices", usage.devices());
    json.addProperty("last", usage.last().toString());
    json.addProperty("samples", usage.samples());
    json.addProperty("holes", usage.holes());
    return json;
  }
}
