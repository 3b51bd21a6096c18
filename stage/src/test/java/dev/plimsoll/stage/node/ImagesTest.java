package dev.plimsoll.stage.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImagesTest {
  private static final Image IMAGE =
      new Image(Path.of("/"), List.of("/programs/kube-scheduler"), "/", Map.of());

  private static List<String> command(String container) {
    return Images.command(IMAGE, JsonPaths.parse(container));
  }

  @Test
  void arguments_are_added_to_the_images_entrypoint() {
    assertThat(command("{args: [serve]}")).containsExactly("/programs/kube-scheduler", "serve");
  }

  @Test
  void a_command_replaces_the_images_entrypoint() {
    assertThat(command("{command: [sh, -c], args: [true]}")).containsExactly("sh", "-c", "true");
  }

  @Test
  void a_command_that_the_image_has_on_its_path_is_found() {
    assertThat(command("{command: [kube-scheduler, '--v=2']}"))
        .containsExactly("/programs/kube-scheduler", "--v=2");
  }
}
