package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {
  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void home() throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(home.resolve(".kube"));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String config(String name, String namespace) {
    return """
    current-context: %1$s
    contexts: [{name: %1$s, context: {cluster: %1$s, user: %1$s, namespace: %2$s}}]
    clusters: [{name: %1$s, cluster: {server: "https://%1$s", certificate-authority: ca.pem}}]
    users: [{name: %1$s, user: {token: t, exec: {command: ./login}}}]
    """
        .formatted(name, namespace);
  }

  private Environment environment(String kubeconfig) {
    return new Environment(Map.of("KUBECONFIG", kubeconfig), home, folder.resolve("account"));
  }

  private static ClusterAccess access(Path file, String context) {
    return new ClusterAccess(Optional.of(file), Optional.of(context).filter(c -> !c.isEmpty()));
  }

  private static ClusterAccess context(String context) {
    return new ClusterAccess(Optional.empty(), Optional.of(context));
  }

  @Test
  void the_given_kubeconfig_goes_before_the_environment() throws IOException {
    Path given = file("given", config("a", "in-a"));
    Path other = file("other", config("b", "in-b"));
    Login login = new Login(access(given, ""), environment(other.toString()));
    assertThat(login.namespace()).isEqualTo("in-a");
  }

  @Test
  void several_files_are_taken_together_and_the_first_counts() throws IOException {
    Path first = file("first", config("a", "in-a"));
    Path missing = folder.resolve("missing");
    Path second = file("second", config("b", "in-b") + "\n");
    Environment environment =
        environment(first + File.pathSeparator + missing + File.pathSeparator + second);
    assertThat(new Login(ClusterAccess.DEFAULT, environment).namespace()).isEqualTo("in-a");
    assertThat(new Login(context("b"), environment).namespace()).isEqualTo("in-b");
  }

  @Test
  void the_home_folder_is_used_where_the_environment_names_nothing() throws IOException {
    Files.writeString(home.resolve(".kube/config"), config("a", "\"\""));
    assertThat(new Login(ClusterAccess.DEFAULT, environment("")).namespace()).isEqualTo("default");
  }

  @Test
  void paths_are_relative_to_the_file_they_stand_in() throws IOException {
    Kubeconfig config =
        Kubeconfig.find(access(file("given", config("a", "n")), ""), environment("")).orElseThrow();
    assertThat(config.clusters().get("a"))
        .containsEntry("certificate-authority", folder.resolve("ca.pem").toString());
    assertThat(config.users().getOrDefault("a", Map.of()).get("exec"))
        .isEqualTo(Map.of("command", folder.resolve("./login").toString()));
  }

  @Test
  void a_pod_uses_its_service_account() throws IOException {
    Path account = Files.createDirectories(folder.resolve("account"));
    Files.writeString(account.resolve("token"), "t");
    Files.writeString(account.resolve("namespace"), "mine\n");
    Environment pod =
        new Environment(
            Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443"),
            home,
            account);
    assertThat(new Login(ClusterAccess.DEFAULT, pod).namespace()).isEqualTo("mine");
  }

  private void assertBad(ClusterAccess access, Environment environment, String message) {
    assertThatThrownBy(() -> new Login(access, environment).connect())
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @Test
  void a_missing_context_is_named_with_those_that_are_there() throws IOException {
    Path file = file("given", config("a", "n"));
    assertBad(
        access(file, "b"),
        environment(""),
        "The kubeconfig " + file + " has no context \"b\"; it has a.");
  }

  @Test
  void a_kubeconfig_without_a_current_context_asks_for_one() throws IOException {
    Path file = file("given", config("a", "n").replace("current-context: a", ""));
    assertBad(
        access(file, ""),
        environment(""),
        "The kubeconfig " + file + " has no current context; choose one with --context: a.");
  }

  @Test
  void a_context_of_an_unknown_cluster_is_told() throws IOException {
    Path file = file("given", config("a", "n").replace("cluster: a", "cluster: z"));
    assertBad(
        access(file, ""),
        environment(""),
        "The kubeconfig "
            + file
            + " has no cluster \"z\", which its context \"a\" names; it has a.");
  }

  @Test
  void a_missing_file_is_named() {
    Path file = folder.resolve("nope");
    assertBad(access(file, ""), environment(""), "The kubeconfig " + file + " does not exist.");
  }

  @Test
  void broken_yaml_is_told_with_its_line() throws IOException {
    Path file = file("given", "contexts: []\nusers: [\n");
    assertThatThrownBy(() -> new Login(access(file, ""), environment("")).connect())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("The kubeconfig " + file + " is not correct YAML at line 3: ");
  }

  @Test
  void something_else_is_no_kubeconfig() throws IOException {
    Path file = file("given", "just text");
    assertBad(
        access(file, ""),
        environment(""),
        file + " is not a kubeconfig: it holds something else than named fields.");
  }

  @Test
  void no_kubeconfig_at_all_says_where_was_looked() {
    assertBad(
        ClusterAccess.DEFAULT,
        environment(""),
        "There is no kubeconfig: " + home.resolve(".kube/config") + " does not exist.");
  }
}
