package dev.plimsoll.stage.soak;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.ask.Tenants;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The laws that must hold at any time. */
final class Laws {
  private static final String LEDGERS = "/apis/plimsoll.dev/v1alpha1/quotaledgers";
  private static final String KEY = "requests.nvidia.com/gpu";

  private final AdminApi api;
  private final Map<String, Integer> broken = new TreeMap<>();
  private int looks;

  Laws(AdminApi api) {
    this.api = api;
  }

  /** Looks at the cluster once. */
  void look() throws IOException {
    List<JsonObject> ledgers = api.list(LEDGERS);
    looks++;
    for (JsonObject ledger : ledgers) {
      String origin = JsonPaths.text(ledger, "spec", "origin");
      int hard = amount(ledger, "spec", "hard", KEY);
      int used = amount(ledger, "status", "used", KEY) + amount(ledger, "status", "reserved", KEY);
      // A quota that was lowered below what is used is kept by what it admits.
      boolean lowered = origin.startsWith("resourcequota/");
      if (hard >= 0 && used > hard && !lowered) {
        broken.merge(origin + " has more used and reserved than its limit", 1, Integer::sum);
      }
    }
    for (String tenant : Load.TENANTS) {
      long placed = gpus(api.list(Tenants.pods(tenant)));
      if (placed > Load.CEILING) {
        broken.merge(tenant + " is beyond its ceiling with " + placed, 1, Integer::sum);
      }
    }
  }

  private static int amount(JsonObject object, String... path) {
    return JsonPaths.string(object, path).map(Integer::valueOf).orElse(0);
  }

  /** Returns how many GPUs pods have that are placed and haven't ended. */
  static long gpus(List<JsonObject> pods) {
    return pods.stream()
        .filter(pod -> !JsonPaths.text(pod, "spec", "nodeName").isEmpty())
        .filter(Laws::lives)
        .mapToLong(Laws::requested)
        .sum();
  }

  static boolean lives(JsonObject pod) {
    String phase = JsonPaths.text(pod, "status", "phase");
    return !phase.equals("Succeeded") && !phase.equals("Failed");
  }

  static long requested(JsonObject pod) {
    return JsonPaths.objects(pod, "spec", "containers").stream()
        .mapToLong(it -> amount(it, "resources", "requests", "nvidia.com/gpu"))
        .sum();
  }

  /** Returns the broken laws, and the number of times each was seen broken. */
  Map<String, Integer> broken() {
    return Map.copyOf(broken);
  }

  int looks() {
    return looks;
  }
}
