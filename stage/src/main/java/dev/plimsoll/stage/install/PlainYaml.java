package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.manifests.InstallFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code kubectl apply -f} of the files of plain YAML that a release has. */
public final class PlainYaml implements Installer {
  private static final String IMAGE = "plimsoll:0.1.0";
  private static final String NEXT_IMAGE = "plimsoll:0.1.1";

  private final Kubectl kubectl;
  private final Path work;
  private final String version;

  /**
   * Creates one.
   *
   * @param work a folder for what is rendered
   * @param version the control plane's version
   */
  public PlainYaml(Kubectl kubectl, Path work, String version) {
    this.kubectl = kubectl;
    this.work = work;
    this.version = version;
  }

  @Override
  public String name() {
    return "yaml";
  }

  @Override
  public boolean has(Way way) {
    return way.parts().stream().noneMatch(part -> part.install().isEmpty());
  }

  private void render(String image) throws IOException {
    Path folder = Files.createDirectories(work);
    for (Map.Entry<String, String> file : InstallFiles.of(image, version).entrySet()) {
      Path unused = Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private Shell.Output apply(List<String> names) throws IOException, InterruptedException {
    Shell.Output output = new Shell.Output(0, "");
    for (String name : names) {
      output = output.and(kubectl.run("apply", "-f", file(name)));
    }
    return output;
  }

  private String file(String name) {
    return work.resolve(name + ".yaml").toString();
  }

  @Override
  public Shell.Output installShared() throws IOException, InterruptedException {
    render(IMAGE);
    return apply(List.of("namespace", "crds"));
  }

  @Override
  public Shell.Output install(Way way) throws IOException, InterruptedException {
    render(IMAGE);
    return apply(way.parts().stream().map(Part::install).toList());
  }

  /** The next release's image, which is the same one here. */
  @Override
  public Shell.Output upgrade(Way way) throws IOException, InterruptedException {
    render(NEXT_IMAGE);
    return apply(way.parts().stream().map(Part::install).toList());
  }

  @Override
  public Shell.Output remove(Way way) throws IOException, InterruptedException {
    Shell.Output output = new Shell.Output(0, "");
    for (Part part : way.removed()) {
      output =
          output.and(
              kubectl.run(
                  "delete", "-f", file(part.install()), "--ignore-not-found", "--timeout=60s"));
    }
    return output;
  }
}
