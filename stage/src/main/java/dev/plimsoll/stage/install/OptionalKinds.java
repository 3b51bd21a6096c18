package dev.plimsoll.stage.install;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Kinds of other projects, with definitions that take anything. */
public final class OptionalKinds {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String DEFINITION =
      """
      {"metadata": {"name": "%1$s.%2$s", "annotations": {"api-approved.kubernetes.io": "unapproved, for tests"}},
       "spec": {"group": "%2$s", "scope": "%5$s", "names": {"plural": "%1$s", "singular": "%6$s", "kind": "%4$s"},
         "versions": [{"name": "%3$s", "served": true, "storage": true, "schema": {"openAPIV3Schema":
           {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
      """;

  private OptionalKinds() {}

  /**
   * Defines the kinds, and waits until they are served.
   *
   * @param group how the names of their groups begin; empty for all
   */
  public static void define(AdminApi api, String group) throws Exception {
    for (JsonObject kind : kinds()) {
      String name = JsonPaths.text(kind, "plural");
      String its = JsonPaths.text(kind, "group");
      if (its.startsWith(group) && !api.isThere(DEFINITIONS + "/" + name + "." + its)) {
        String version = JsonPaths.text(kind, "version");
        String singular = JsonPaths.text(kind, "kind");
        JsonObject unused =
            api.create(
                DEFINITIONS,
                DEFINITION.formatted(
                    name,
                    its,
                    version,
                    singular,
                    JsonPaths.text(kind, "scope"),
                    singular.toLowerCase(Locale.ROOT)));
        String path = "/apis/" + its + "/" + version + "/" + name;
        Await.until(path + " is served", () -> api.isThere(path));
      }
    }
  }

  private static List<JsonObject> kinds() throws IOException {
    try (InputStream in = OptionalKinds.class.getResourceAsStream("optional-kinds.yaml")) {
      if (in == null) {
        throw new IllegalStateException("There is no optional-kinds.yaml.");
      }
      return Ways.documents(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
