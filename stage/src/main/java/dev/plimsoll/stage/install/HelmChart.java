package dev.plimsoll.stage.install;

import com.google.gson.JsonObject;
import com.marcnuri.helm.Helm;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The real Helm, as a library, on the chart as it is. */
public final class HelmChart implements Installer {
  private static final String NAME = "plimsoll";

  private final Path chart;
  private final Kubectl kubectl;
  private final Path kubeconfig;
  private final Path values;

  /**
   * Creates one.
   *
   * @param chart the folder of the chart
   * @param values a file to write values to
   */
  public HelmChart(Path chart, Kubectl kubectl, Path values) {
    this.chart = chart;
    this.kubectl = kubectl;
    this.kubeconfig = kubectl.kubeconfig();
    this.values = values;
  }

  @Override
  public String name() {
    return "helm";
  }

  @Override
  public Shell.Output installShared() throws IOException, InterruptedException {
    String restricted = "pod-security.kubernetes.io/enforce=restricted";
    return kubectl
        .run("create", "namespace", NAME)
        .and(kubectl.run("label", "namespace", NAME, restricted));
  }

  /** Returns a way's values as a file: the namespace is there before, as the README says. */
  private Path values(Way way, boolean changed) throws IOException {
    JsonObject all = way.values();
    all.remove("namespace");
    if (changed) {
      change(way, all);
    }
    return Files.writeString(values, all.toString());
  }

  /** A setting that is the default already. */
  static void change(Way way, JsonObject all) {
    for (String part : new String[] {"scheduler", "admission", "console", "advisor"}) {
      if (way.has(part)) {
        JsonPaths.objectAt(all, part, "podAnnotations").addProperty("example.com/upgraded", "yes");
      }
    }
  }

  @Override
  public Shell.Output install(Way way) throws IOException {
    Path file = values(way, false);
    return output(
        () ->
            new Helm(chart)
                .install()
                .withName(NAME)
                .withNamespace(NAME)
                .withKubeConfig(kubeconfig)
                .withValuesFile(file)
                .call()
                .getOutput());
  }

  @Override
  public Shell.Output upgrade(Way way) throws IOException {
    Path file = values(way, true);
    return output(
        () ->
            new Helm(chart)
                .upgrade()
                .withName(NAME)
                .withNamespace(NAME)
                .withKubeConfig(kubeconfig)
                .withValuesFile(file)
                .call()
                .getOutput());
  }

  @Override
  public Shell.Output remove(Way way) {
    return output(() -> Helm.uninstall(NAME).withNamespace(NAME).withKubeConfig(kubeconfig).call());
  }

  private static Shell.Output output(Supplier<String> call) {
    try {
      return new Shell.Output(0, call.get());
    } catch (IllegalStateException e) {
      return new Shell.Output(1, String.valueOf(e.getMessage()));
    }
  }
}
