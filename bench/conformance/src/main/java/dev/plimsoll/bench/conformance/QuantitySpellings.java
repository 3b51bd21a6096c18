package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;

/** Records what the API server makes of made-up spellings of quantities. */
final class QuantitySpellings {
  private static final List<String> SUFFIXES =
      List.of(
          "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
          "e3", "E2", "e-3", "e9", "e30", "e+4", "Kib", "K", " ", "e", "x");

  private static final List<String> DIGITS =
      List.of("0", "1", "5", "9", "10", "99", "123", "500", "999", "1000", "1024", "123456789");

  private final AdminApi api;

  QuantitySpellings(AdminApi api) {
    this.api = api;
  }

  /** Creates the namespace in which they are tried. */
  void prepare() throws IOException {
    JsonObject unused =
        api.create("/api/v1/namespaces", Json.manifest("v1", "Namespace", "spellings").toString());
  }

  /** Records one. */
  JsonObject record(long seed, int index) throws IOException {
    String spelling = spelling(new Draw(seed, "quantities", index));
    JsonObject quota = Json.manifest("v1", "ResourceQuota", "spellings", "q");
    quota.add("spec", Json.object("hard", Json.object("requests.memory", spelling)));
    AdminApi.Answer answer =
        api.exchange(
            "POST",
            ManifestPaths.list(quota) + "?dryRun=All",
            "application/json",
            quota.toString());
    if (answer.code() == 201) {
      JsonObject hard = Json.child(Json.child(answer.body(), "spec"), "hard");
      return Json.object("in", spelling, "out", hard.get("requests.memory"));
    }
    return Json.object(
        "in", spelling, "code", answer.code(), "message", answer.body().get("message"));
  }

  private static String spelling(Draw draw) {
    StringBuilder spelling = new StringBuilder();
    spelling.append(draw.percent(80) ? "" : draw.of("-", "+", "--", " ", "0"));
    spelling.append(draw.percent(10) ? "" : draw.of(DIGITS));
    for (int i = draw.between(0, 5); i > 3; i--) {
      spelling.append(draw.of(DIGITS));
    }
    if (draw.percent(40)) {
      spelling.append('.');
      for (int i = draw.between(0, 3); i > 0; i--) {
        spelling.append(draw.of(DIGITS));
      }
    }
    return spelling.append(draw.of(SUFFIXES)).toString();
  }
}
