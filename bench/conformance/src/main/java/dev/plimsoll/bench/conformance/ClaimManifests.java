package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.ArrayList;
import java.util.List;

/** Made-up claims on devices, and pods that use them. */
final class ClaimManifests {
  private static final String ATTRIBUTES = "device.attributes['" + DeviceManifests.DRIVER + "']";
  private static final List<String> SELECTORS =
      List.of(
          ATTRIBUTES + ".model == 'A100'",
          ATTRIBUTES + ".model in ['H100', 'L4']",
          ATTRIBUTES + ".index < 2",
          ATTRIBUTES + ".driverVersion.isGreaterThan(semver('560.0.0'))",
          "device.capacity['"
              + DeviceManifests.DRIVER
              + "'].memory.isGreaterThan(quantity('30Gi'))",
          "has(" + ATTRIBUTES + ".healthy) && " + ATTRIBUTES + ".healthy",
          ATTRIBUTES + ".healthy == false");

  private final Draw draw;

  ClaimManifests(Draw draw) {
    this.draw = draw;
  }

  /** Returns what is created for one pod: its claims, unless one is missing, and the pod. */
  List<JsonObject> pod(int index, List<String> earlierClaims) {
    List<JsonObject> created = new ArrayList<>();
    List<Object> uses = new ArrayList<>();
    List<Object> references = new ArrayList<>();
    for (int i = 0; i < draw.between(1, 2); i++) {
      String name = "k" + index + "-" + i;
      if (draw.percent(12) && !earlierClaims.isEmpty()) {
        name = draw.of(earlierClaims);
      } else if (draw.percent(96)) {
        created.add(claim(name));
      }
      references.add(Json.object("name", "c" + i, "resourceClaimName", name));
      uses.add(Json.object("name", "c" + i));
    }
    JsonObject pod = Json.manifest("v1", "Pod", "default", "p" + index);
    JsonObject resources =
        Json.object("requests", Json.object("cpu", draw.of("100m", "1", "3")), "claims", uses);
    JsonObject spec =
        Json.object(
            "terminationGracePeriodSeconds",
            0,
            "containers",
            Json.array(Json.object("name", "c", "image", "x", "resources", resources)),
            "resourceClaims",
            references);
    if (draw.percent(15)) {
      spec.add("nodeSelector", Json.object("pool", draw.of("a", "b")));
    }
    if (draw.percent(15)) {
      resources.add(
          "limits", Json.object(DeviceManifests.EXTENDED, Integer.toString(draw.between(1, 2))));
      resources.remove("claims");
      spec.remove("resourceClaims");
      created.clear();
    }
    pod.add("spec", spec);
    created.add(pod);
    return created;
  }

  private JsonObject claim(String name) {
    JsonObject claim = Json.manifest("resource.k8s.io/v1", "ResourceClaim", "default", name);
    JsonArray requests = new JsonArray();
    int count = draw.between(1, 2);
    for (int i = 0; i < count; i++) {
      JsonObject request = Json.object("name", "r" + i);
      if (draw.percent(20)) {
        JsonArray alternatives = new JsonArray();
        for (int j = 0; j < 2; j++) {
          JsonObject alternative = request();
          alternative.addProperty("name", "s" + j);
          alternatives.add(alternative);
        }
        request.add("firstAvailable", alternatives);
      } else {
        request.add("exactly", request());
      }
      requests.add(request);
    }
    JsonObject devices = Json.object("requests", requests);
    if (draw.percent(25)) {
      String attribute = DeviceManifests.DRIVER + "/" + draw.of("model", "numa", "index");
      devices.add(
          "constraints",
          Json.array(
              Json.object(draw.percent(75) ? "matchAttribute" : "distinctAttribute", attribute)));
    }
    claim.add("spec", Json.object("devices", devices));
    return claim;
  }

  private JsonObject request() {
    String deviceClass =
        draw.percent(3) ? "absent" : draw.of("gpu", "gpu", "gpu", "h100", "big", "healthy", "nic");
    JsonObject request = Json.object("deviceClassName", deviceClass);
    if (draw.percent(10)) {
      request.addProperty("allocationMode", "All");
    } else {
      request.addProperty("allocationMode", "ExactCount");
      request.addProperty("count", draw.of(1, 1, 1, 2, 2, 3, 4));
    }
    if (deviceClass.equals("nic") && draw.percent(40)) {
      request.add(
          "capacity",
          Json.object("requests", Json.object("bandwidth", draw.of("10G", "60G", "200G"))));
    }
    if (!deviceClass.equals("nic") && draw.percent(25)) {
      request.add(
          "selectors",
          Json.array(Json.object("cel", Json.object("expression", draw.of(SELECTORS)))));
    }
    if (draw.percent(15)) {
      JsonObject toleration = Json.object("key", "example.com/unhealthy", "operator", "Exists");
      if (draw.percent(50)) {
        toleration.addProperty("effect", "NoSchedule");
      }
      request.add("tolerations", Json.array(toleration));
    }
    return request;
  }
}
