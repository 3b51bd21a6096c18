package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.ArrayList;
import java.util.List;

/** Made-up devices: their slices and classes. */
final class DeviceManifests {
  static final String DRIVER = "gpu.example.com";
  static final String EXTENDED = "example.com/gpu";

  private final Draw draw;

  DeviceManifests(Draw draw) {
    this.draw = draw;
  }

  /** Returns the slices of a node's pool. */
  List<JsonObject> pool(String node, int index) {
    boolean partitioned = draw.percent(20);
    int slices = (partitioned ? 1 : 0) + (draw.percent(20) ? 2 : 1);
    int told = draw.percent(7) ? slices + 1 : slices;
    List<JsonObject> pool = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < slices; i++) {
      JsonObject spec =
          Json.object(
              "driver", DRIVER,
              "nodeName", node,
              "pool", Json.object("name", node, "generation", 1, "resourceSliceCount", told));
      if (partitioned && i == 0) {
        spec.add("sharedCounters", Json.array(counters()));
      } else {
        JsonArray devices = devices(first, draw.between(1, 4), partitioned);
        first += devices.size();
        spec.add("devices", devices);
      }
      pool.add(slice("s" + index + "-" + i, spec));
    }
    return pool;
  }

  /** Returns a slice of devices that several nodes reach. */
  JsonObject network(int index) {
    JsonObject spec =
        Json.object(
            "driver",
            "nic.example.com",
            "pool",
            Json.object("name", "net-" + index, "generation", 1, "resourceSliceCount", 1));
    if (draw.percent(50)) {
      spec.addProperty("allNodes", true);
    } else {
      JsonObject expression =
          Json.object("key", "pool", "operator", "In", "values", Json.array(draw.of("a", "b")));
      spec.add(
          "nodeSelector",
          Json.object(
              "nodeSelectorTerms",
              Json.array(Json.object("matchExpressions", Json.array(expression)))));
    }
    JsonArray devices = new JsonArray();
    for (int i = 0; i < draw.between(1, 2); i++) {
      JsonObject device =
          Json.object(
              "name",
              "nic-" + i,
              "attributes",
              Json.object("index", Json.object("int", i)),
              "capacity",
              Json.object("bandwidth", Json.object("value", "100G")));
      if (draw.percent(40)) {
        device.addProperty("allowMultipleAllocations", true);
      }
      devices.add(device);
    }
    spec.add("devices", devices);
    return slice("n" + index, spec);
  }

  private static JsonObject slice(String name, JsonObject spec) {
    JsonObject slice = Json.manifest("resource.k8s.io/v1", "ResourceSlice", name);
    slice.add("spec", spec);
    return slice;
  }

  private JsonObject counters() {
    return Json.object(
        "name",
        "memory",
        "counters",
        Json.object("units", Json.object("value", Integer.toString(draw.between(4, 10)))));
  }

  private JsonArray devices(int first, int count, boolean partitioned) {
    JsonArray devices = new JsonArray();
    String model = draw.of("A100", "H100", "L4");
    for (int i = first; i < first + count; i++) {
      JsonObject attributes =
          Json.object(
              "model", Json.object("string", draw.percent(85) ? model : "L4"),
              "index", Json.object("int", i),
              "numa", Json.object("int", i % 2),
              "driverVersion", Json.object("version", draw.of("550.1.0", "570.2.1")));
      if (draw.percent(85)) {
        attributes.add("healthy", Json.object("bool", draw.percent(80)));
      }
      JsonObject device =
          Json.object(
              "name",
              "gpu-" + i,
              "attributes",
              attributes,
              "capacity",
              Json.object("memory", Json.object("value", draw.of("24Gi", "40Gi", "80Gi"))));
      if (partitioned) {
        JsonObject units =
            Json.object("units", Json.object("value", Integer.toString(draw.between(1, 5))));
        device.add(
            "consumesCounters", Json.array(Json.object("counterSet", "memory", "counters", units)));
      }
      if (draw.percent(15)) {
        device.add(
            "taints",
            Json.array(
                Json.object(
                    "key",
                    "example.com/unhealthy",
                    "value",
                    "x",
                    "effect",
                    draw.of("NoSchedule", "NoExecute"))));
      }
      devices.add(device);
    }
    return devices;
  }

  /** Returns the classes that claims may name, but for one that isn't there. */
  List<JsonObject> classes() {
    List<JsonObject> classes = new ArrayList<>();
    String attributes = "device.attributes['" + DRIVER + "']";
    classes.add(deviceClass("gpu", "device.driver == '" + DRIVER + "'"));
    classes.add(
        deviceClass("h100", "device.driver == '" + DRIVER + "'", attributes + ".model == 'H100'"));
    classes.add(
        deviceClass(
            "big", "device.capacity['" + DRIVER + "'].memory.compareTo(quantity('40Gi')) >= 0"));
    classes.add(
        deviceClass("healthy", "device.driver == '" + DRIVER + "' && " + attributes + ".healthy"));
    classes.add(deviceClass("nic", "device.driver == 'nic.example.com'"));
    if (draw.percent(40)) {
      Json.child(classes.get(0), "spec").addProperty("extendedResourceName", EXTENDED);
    }
    return classes;
  }

  private static JsonObject deviceClass(String name, String... expressions) {
    JsonObject deviceClass = Json.manifest("resource.k8s.io/v1", "DeviceClass", name);
    JsonArray selectors = new JsonArray();
    for (String expression : expressions) {
      selectors.add(Json.object("cel", Json.object("expression", expression)));
    }
    deviceClass.add("spec", Json.object("selectors", selectors));
    return deviceClass;
  }
}
