package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;

/** Made-up amounts of resources, in all the ways in which they can be spelled. */
final class DrawnAmounts {
  private static final Map<String, List<String>> USUAL =
      Map.of(
          "cpu",
          List.of("0", "10m", "0.1", "100m", "0.25", "333m", "0.5", "1", "1500m", "1.5", "2", "3"),
          "memory",
          List.of(
              "0", "512Ki", "64Mi", "100e6", "128M", "123456789", "0.5Gi", "1e9", "1Gi", "1.5Gi"),
          "ephemeral-storage",
          List.of("0", "512Ki", "256Mi", "1G", "1073741824", "2Gi"),
          "nvidia.com/gpu",
          List.of("0", "1", "2", "3", "4", "8"),
          "example.com/widget",
          List.of("1", "2", "5"),
          "hugepages-2Mi",
          List.of("2Mi", "4Mi", "64Mi"));

  private static final List<String> ODD =
      List.of(
          "3u",
          "5n",
          "1.0000001",
          "0.0000000001",
          "1e30",
          "12E",
          "1Ei",
          "9223372036854775807",
          "1e-9",
          "0.1n",
          "1k",
          "+1",
          "1.",
          ".5",
          "1e3",
          "1E",
          "100Ki",
          "7.5Gi",
          "1e",
          "-1",
          "1Kx");

  private DrawnAmounts() {}

  /** Returns an amount of a resource. */
  static String of(String resource, Draw draw) {
    return draw.of(USUAL.getOrDefault(resource, List.of()));
  }

  /** Returns an unusual amount; some can't be read. */
  static String odd(Draw draw) {
    return draw.of(ODD);
  }

  /** Returns the names of resources that containers ask for. */
  static List<String> names(Draw draw) {
    List<String> names =
        draw.percent(70) ? List.of("cpu", "memory") : List.of("cpu", "memory", "ephemeral-storage");
    return draw.some(names, 0, 3);
  }

  /** Returns amounts of these resources. */
  static JsonObject list(List<String> resources, Draw draw) {
    JsonObject list = new JsonObject();
    resources.forEach(r -> list.addProperty(r, of(r, draw)));
    return list;
  }
}
