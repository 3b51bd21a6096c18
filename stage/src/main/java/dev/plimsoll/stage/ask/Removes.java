package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Whether removing leaves nothing behind, and takes nothing of others along. */
public final class Removes implements Question {
  private static final String WITNESS = "/api/v1/namespaces/plimsoll/configmaps";

  @Override
  public String name() {
    return "removed";
  }

  /** Creates an object of somebody else in the same namespace. */
  public static void prepare(AdminApi api) throws IOException {
    if (!api.isThere(WITNESS + "/witness")) {
      JsonObject unused = api.create(WITNESS, "{\"metadata\": {\"name\": \"witness\"}}");
    }
  }

  @Override
  public boolean isForWhatFails() {
    return true;
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    boolean gated = isGated(scene.cluster().api());
    Shell.Output output = new Shell.Output(0, "");
    if (scene.way().has("admission")) {
      output = scene.plimsoll("uninstall", "admission");
    }
    output = output.and(scene.installer().remove(scene.way()));
    if (!output.isSuccess()) {
      return Answer.failed(output.output());
    }
    Answer rest = Patience.ask(Duration.ofSeconds(30), () -> look(scene));
    boolean stillGated = gated && isGated(scene.cluster().api());
    return new Answer(
        rest.ok() && !stillGated, rest.text() + (stillGated ? "; a gated pod waits for ever" : ""));
  }

  /** Returns whether manifests/README.md says that an object stays. */
  private static boolean staysAsDocumented(Scene scene, String path) {
    return path.matches(".*/leases/plimsoll-(extender|advisor|scheduler)")
        || path.contains("/quotarecommendations/")
        || path.matches(".*/configmaps/plimsoll-[a-z]+-(config|arguments)-[a-z0-9]+")
        || path.endsWith("/configmaps/plimsoll-advice")
        || (scene.installer().name().equals("helm")
            && path.matches(".*customresourcedefinitions/.*plimsoll.dev"));
  }

  private static boolean isGated(AdminApi api) throws IOException {
    return api.list("/api/v1/pods").stream()
        .flatMap(pod -> JsonPaths.objects(pod, "spec", "schedulingGates").stream())
        .anyMatch(gate -> JsonPaths.text(gate, "name").equals("plimsoll.dev/share"));
  }

  private static Answer look(Scene scene) throws IOException {
    if (!scene.cluster().api().isThere(WITNESS + "/witness")) {
      return Answer.failed("the namespace went along, with what others had in it");
    }
    Inventory now = Inventory.of(scene.cluster().api());
    Set<String> lost = scene.before().without(now);
    Set<String> left = now.without(scene.before());
    left.removeIf(Questions::isOwn);
    left.removeIf(path -> staysAsDocumented(scene, path));
    return new Answer(
        left.isEmpty() && lost.isEmpty(),
        left.isEmpty() && lost.isEmpty()
            ? "nothing is left, nothing of others is missing"
            : "left: " + left + ", missing: " + lost);
  }
}
