package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import io.kubernetes.client.util.KubeConfig;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kubeconfig files taken together as kubectl does: of two entries with one name the first
 * counts.
 *
 * @param files those that are there
 */
record Kubeconfig(
    List<Path> files,
    String currentContext,
    Map<String, Map<String, Object>> contexts,
    Map<String, Map<String, Object>> clusters,
    Map<String, Map<String, Object>> users) {

  /** The fields that identify a user without a credential plug-in, as for kubectl. */
  private static final Set<String> NAMED =
      Set.of("token", "tokenFile", "client-certificate", "client-certificate-data");

  /** Reads the files that are meant, if there are any. */
  static Optional<Kubeconfig> find(ClusterAccess access, Environment environment) {
    if (access.kubeconfig().isPresent() && !Files.exists(access.kubeconfig().get())) {
      throw new InputException("The kubeconfig " + access.kubeconfig().get() + " does not exist.");
    }
    List<Path> files = candidates(access, environment).filter(Files::isRegularFile).toList();
    return files.isEmpty() ? Optional.empty() : Optional.of(merged(files));
  }

  private static Stream<Path> candidates(ClusterAccess access, Environment environment) {
    if (access.kubeconfig().isPresent()) {
      return Stream.of(access.kubeconfig().get());
    }
    String variable = environment.variable("KUBECONFIG");
    return variable.isEmpty()
        ? Stream.of(environment.home().resolve(".kube").resolve("config"))
        : Stream.of(variable.split(File.pathSeparator)).filter(s -> !s.isEmpty()).map(Path::of);
  }

  private static Kubeconfig merged(List<Path> files) {
    String current = "";
    Map<String, Map<String, Object>> contexts = new LinkedHashMap<>();
    Map<String, Map<String, Object>> clusters = new LinkedHashMap<>();
    Map<String, Map<String, Object>> users = new LinkedHashMap<>();
    for (Path path : files) {
      KubeconfigFile file = KubeconfigFile.read(path);
      current = current.isEmpty() ? file.currentContext() : current;
      file.contexts().forEach(contexts::putIfAbsent);
      file.clusters().forEach(clusters::putIfAbsent);
      file.users().forEach(users::putIfAbsent);
    }
    return new Kubeconfig(files, current, contexts, clusters, users);
  }

  /** Returns the name of the context that is meant. */
  String context(Optional<String> asked) {
    String name = asked.orElse(currentContext);
    if (name.isEmpty()) {
      throw new InputException(
          this + " has no current context; choose one with --context: " + names(contexts) + ".");
    }
    if (!contexts.containsKey(name)) {
      throw new InputException(
          this + " has no context \"" + name + "\"; it has " + names(contexts) + ".");
    }
    return name;
  }

  /** Returns the namespace of a context, if it says one. */
  Optional<String> namespace(String context) {
    String namespace = field(context, "namespace");
    return namespace.isEmpty() ? Optional.empty() : Optional.of(namespace);
  }

  /** Returns the fields of the user of a context; without a user, there are none. */
  Map<String, Object> user(String context) {
    return users.getOrDefault(field(context, "user"), Map.of());
  }

  /** Returns the source of new tokens for the user of a context, if the user has one. */
  Optional<Supplier<Optional<String>>> tokens(String context) {
    Map<String, Object> user = user(context);
    String file = KubeconfigFile.text(user.get("tokenFile"));
    return plugin(user)
        .<Supplier<Optional<String>>>map(
            plugin ->
                () ->
                    Optional.ofNullable(plugin.credential(ExecPlugin.LONGEST).get("token"))
                        .map(KubeconfigFile::text))
        .or(() -> file.isEmpty() ? Optional.empty() : Optional.of(() -> token(Path.of(file))));
  }

  private static Optional<String> token(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<ExecPlugin> plugin(Map<String, Object> user) {
    return user.get("exec") instanceof Map<?, ?> exec && NAMED.stream().noneMatch(user::containsKey)
        ? Optional.of(ExecPlugin.of(exec))
        : Optional.empty();
  }

  /** Returns a field of the cluster of a context; empty without the field. */
  String clusterField(String context, String name) {
    return KubeconfigFile.text(
        clusters.getOrDefault(field(context, "cluster"), Map.of()).get(name));
  }

  /** Returns client-java's configuration to log in with a context. */
  KubeConfig credentials(String context) {
    String cluster = field(context, "cluster");
    String user = field(context, "user");
    Map<String, Object> server = entry("cluster", cluster, clusters, context);
    if (KubeconfigFile.text(server.get("server")).isEmpty()) {
      throw new InputException(
          this
              + " gives no server for the cluster \""
              + cluster
              + "\" of the context \""
              + context
              + "\".");
    }
    Map<String, Object> login = user.isEmpty() ? Map.of() : entry("user", user, users, context);
    Optional<ExecPlugin> plugin = plugin(login);
    if (plugin.isPresent()) {
      login = plugin.get().credential(ExecPlugin.LONGEST);
    }
    KubeConfig config =
        new KubeConfig(
            list("context", context, Map.of("cluster", cluster, "user", user)),
            list("cluster", cluster, server),
            list("user", user, login));
    config.setContext(context);
    return config;
  }

  private String field(String context, String name) {
    return KubeconfigFile.text(contexts.getOrDefault(context, Map.of()).get(name));
  }

  private Map<String, Object> entry(
      String kind, String name, Map<String, Map<String, Object>> entries, String context) {
    Map<String, Object> entry = entries.get(name);
    if (entry == null) {
      throw new InputException(
          this
              + " has no "
              + kind
              + " \""
              + name
              + "\", which its context \""
              + context
              + "\" names; it has "
              + names(entries)
              + ".");
    }
    return entry;
  }

  private static ArrayList<Object> list(String kind, String name, Map<String, Object> content) {
    ArrayList<Object> list = new ArrayList<>();
    list.add(new HashMap<>(Map.of("name", name, kind, new HashMap<>(content))));
    return list;
  }

  private static String names(Map<String, Map<String, Object>> entries) {
    return entries.isEmpty() ? "none" : String.join(", ", entries.keySet());
  }

  @Override
  public String toString() {
    return "The kubeconfig " + files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}
