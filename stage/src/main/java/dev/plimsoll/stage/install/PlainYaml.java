package dev.plimsoll.stage.install;

import com.google.gson.JsonObject;
import com.marcnuri.helm.Helm;
import dev.plimsoll.stage.node.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code kubectl apply -f} of a file of plain YAML, which Helm renders from the chart. */
public final class PlainYaml implements Installer {
  private final Kubectl kubectl;
  private final Path chart;
  private final Path work;
  private final String version;

  /**
   * Creates one.
   *
   * @param chart the folder of the chart
   * @param work a folder for what is rendered
   * @param version the control plane's version
   */
  public PlainYaml(Kubectl kubectl, Path chart, Path work, String version) {
    this.kubectl = kubectl;
    this.chart = chart;
    this.work = work;
    this.version = version;
  }

  @Override
  public String name() {
    return "yaml";
  }

  private Path rendered(String name, JsonObject values) throws IOException {
    Files.createDirectories(work);
    Path file = Files.writeString(work.resolve("values.yaml"), values.toString());
    String yaml =
        new Helm(chart)
            .template()
            .withName("plimsoll")
            .withNamespace("plimsoll")
            .withKubeVersion(version)
            .withValuesFile(file)
            .call();
    return Files.writeString(work.resolve(name.replace('/', '-') + ".yaml"), yaml);
  }

  @Override
  public Shell.Output installDefinitions() throws IOException, InterruptedException {
    JsonObject values = Ways.documents("{crds: {install: true, keep: false}}").get(0);
    return apply(rendered("crds", values));
  }

  private Path rendered(Way way, boolean changed) throws IOException {
    JsonObject values = way.values();
    values.add("crds", Ways.documents("{install: false}").get(0));
    if (changed) {
      HelmChart.change(way, values);
    }
    return rendered(way.name(), values);
  }

  private Shell.Output apply(Path file) throws IOException, InterruptedException {
    return kubectl.run("apply", "-f", file.toString());
  }

  @Override
  public Shell.Output install(Way way) throws IOException, InterruptedException {
    return apply(rendered(way, false));
  }

  @Override
  public Shell.Output upgrade(Way way) throws IOException, InterruptedException {
    return apply(rendered(way, true));
  }

  @Override
  public Shell.Output remove(Way way) throws IOException, InterruptedException {
    return kubectl.run(
        "delete", "-f", rendered(way, false).toString(), "--ignore-not-found", "--timeout=90s");
  }
}
