package dev.plimsoll.stage.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The files and the command that replace an image on this machine.
 *
 * @param root the file tree
 * @param entrypoint the command to which a container's arguments are added
 * @param workingDirectory the folder that it is started in
 * @param environment its variables by name
 */
public record Image(
    Path root, List<String> entrypoint, String workingDirectory, Map<String, String> environment) {

  public Image {
    entrypoint = List.copyOf(entrypoint);
    environment = Map.copyOf(environment);
  }
}
