package dev.plimsoll.stage.soak;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.ask.Tenants;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The daily work of tenants: pods and Jobs come and go, and quotas are edited. */
final class Load {
  static final List<String> TENANTS = List.of("red", "green", "blue");

  /** Of each tenant; a pod never requests more than one. */
  static final int CEILING = 4;

  /** Replaces the shipped policy: with two, an advisor without {@code --policy} decides nothing. */
  static final String POLICY = "gpus";

  private static final int QUOTA = 6;
  private static final String JOB =
      """
      {"metadata": {"name": "%s"}, "spec": {"ttlSecondsAfterFinished": 5, "template": {"spec": {"restartPolicy": "Never",
        "containers": [{"name": "main", "image": "tenant.example/batch:1", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}}}
      """;

  private final AdminApi api;
  private final Tenants tenants;
  private final Random random;
  private final Map<String, Integer> done = new TreeMap<>();
  private int number;

  Load(AdminApi api, long seed) {
    this.api = api;
    this.tenants = new Tenants(api);
    this.random = new Random(seed);
  }

  void prepare() throws IOException {
    tenants.policy(
        POLICY,
        """
        {"tenants": [{"name": "advised", "namespaces": ["advised"]}, %s],
         "resources": [{"name": "nvidia.com/gpu"}],
         "enforcement": {"admission": "Deny", "placement": "Hold"}}
        """
            .formatted(
                TENANTS.stream()
                    .map(
                        it ->
                            "{\"name\": \"%1$s\", \"namespaces\": [\"%1$s\"], \"ceiling\": {\"nvidia.com/gpu\": %2$d}}"
                                .formatted(it, CEILING))
                    .reduce((a, b) -> a + ", " + b)
                    .orElseThrow()));
    for (String each : TENANTS) {
      tenants.namespace(each, "{\"plimsoll.dev/strict\": \"true\"}");
      tenants.quota(each, QUOTA);
    }
  }

  /** Does one thing. What the API server says to it is counted. */
  void step() {
    String tenant = TENANTS.get(random.nextInt(TENANTS.size()));
    int choice = random.nextInt(20);
    try {
      if (choice < 9) {
        count("pod created", tenants.pod(tenant, "pod-" + number++, 1, "").code());
      } else if (choice < 17) {
        deleteSome(tenant);
      } else if (choice < 19) {
        String path = "/apis/batch/v1/namespaces/" + tenant + "/jobs";
        count(
            "Job created",
            exchange("POST", path, "application/json", JOB.formatted("job-" + number++)));
      } else {
        String path = "/api/v1/namespaces/" + tenant + "/resourcequotas/gpus";
        String patch =
            "{\"spec\": {\"hard\": {\"requests.nvidia.com/gpu\": \"%d\"}}}"
                .formatted(QUOTA + random.nextInt(3));
        count("quota edited", exchange("PATCH", path, "application/merge-patch+json", patch));
      }
    } catch (IOException e) {
      count("API server away", 0);
    }
  }

  private int exchange(String method, String path, String type, String body) throws IOException {
    return api.exchange(method, path, type, body).code();
  }

  private void deleteSome(String tenant) throws IOException {
    List<JsonObject> pods = api.list(Tenants.pods(tenant));
    if (!pods.isEmpty()) {
      JsonObject pod = pods.get(random.nextInt(pods.size()));
      String path = Tenants.pods(tenant) + "/" + JsonPaths.text(pod, "metadata", "name");
      count(
          "pod deleted",
          exchange("DELETE", path + "?gracePeriodSeconds=0", "application/json", ""));
    }
  }

  private void count(String what, int code) {
    String key = code == 0 ? what : what + " (" + code + ")";
    done.merge(key, 1, Integer::sum);
  }

  /** Returns how often what was done, with the HTTP status of the answer. */
  Map<String, Integer> done() {
    return Map.copyOf(done);
  }
}
