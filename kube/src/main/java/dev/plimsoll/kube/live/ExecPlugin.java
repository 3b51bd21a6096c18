package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The credential plug-in that a kubeconfig names under {@code user.exec}. client-java would wait
 * for it without end, and would continue without a credential if it fails.
 *
 * @param command the program with its arguments
 * @param environment what is added to the environment
 * @param apiVersion the version of ExecCredential that is wanted
 */
record ExecPlugin(List<String> command, Map<String, String> environment, String apiVersion) {
  static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int MOST_QUOTED = 200;
  private static final int MOST_BYTES = 1 << 20;
  private static final Executor READERS =
      run -> {
        Thread reader = new Thread(run, "plimsoll-credential-plug-in");
        reader.setDaemon(true);
        reader.start();
      };

  ExecPlugin {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Returns the plug-in that the field {@code exec} of a user describes. */
  static ExecPlugin of(Map<?, ?> exec) {
    List<String> command = new ArrayList<>();
    command.add(KubeconfigFile.text(exec.get("command")));
    if (exec.get("args") instanceof List<?> arguments) {
      arguments.forEach(a -> command.add(KubeconfigFile.text(a)));
    }
    Map<String, String> environment = new HashMap<>();
    if (exec.get("env") instanceof List<?> variables) {
      for (Object variable : variables) {
        if (variable instanceof Map<?, ?> pair) {
          environment.put(
              KubeconfigFile.text(pair.get("name")), KubeconfigFile.text(pair.get("value")));
        }
      }
    }
    return new ExecPlugin(command, environment, KubeconfigFile.text(exec.get("apiVersion")));
  }

  /**
   * Returns the credential as the fields of a kubeconfig's user.
   *
   * @throws UnreachableException if the plug-in can't be started, fails, prints no credential, or
   *     takes longer than is allowed
   */
  Map<String, Object> credential(Duration longest) {
    Process process = start();
    CompletableFuture<String> out = read(process.getInputStream());
    CompletableFuture<String> err = read(process.getErrorStream());
    try {
      process.getOutputStream().close();
      long deadline = System.nanoTime() + longest.toNanos();
      if (!process.waitFor(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        throw hangs(longest, process, err);
      }
      if (process.exitValue() != 0) {
        throw failure("failed with exit code " + process.exitValue() + quoted(err));
      }
      return fields(out.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw hangs(longest, process, err);
    } catch (IOException | ExecutionException e) {
      throw failure("can't be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("was interrupted");
    } finally {
      end(process);
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private Process start() {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("KUBERNETES_EXEC_INFO", request());
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException | IllegalArgumentException e) {
      throw failure("can't be started: no such program, or permission denied");
    }
  }

  private String request() {
    JsonObject spec = new JsonObject();
    spec.addProperty("interactive", false);
    JsonObject request = new JsonObject();
    request.addProperty("apiVersion", apiVersion);
    request.addProperty("kind", "ExecCredential");
    request.add("spec", spec);
    return request.toString();
  }

  private static CompletableFuture<String> read(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
          } catch (IOException e) {
            return "";
          }
        },
        READERS);
  }

  private UnreachableException hangs(
      Duration longest, Process process, CompletableFuture<String> err) {
    end(process);
    return failure("gave no credential within " + longest.toSeconds() + " seconds" + quoted(err));
  }

  private UnreachableException failure(String problem) {
    return new UnreachableException(
        "The credential plug-in " + command.get(0) + " " + problem + ".");
  }

  /** Returns the last line that was written to stderr, cut. */
  private static String quoted(CompletableFuture<String> err) {
    String said = err.completeOnTimeout("", 1, TimeUnit.SECONDS).join();
    String line = said.strip().lines().reduce("", (before, last) -> last).strip();
    if (line.isEmpty()) {
      return "";
    }
    String cut = line.length() <= MOST_QUOTED ? line : line.substring(0, MOST_QUOTED) + "…";
    return ": " + cut.replaceFirst("\\.$", "");
  }

  private Map<String, Object> fields(String printed) {
    Map<String, Object> fields = new HashMap<>();
    try {
      if (JsonParser.parseString(printed) instanceof JsonObject credential
          && credential.get("status") instanceof JsonObject status) {
        if (status.get("token") instanceof JsonPrimitive token) {
          fields.put("token", token.getAsString());
        }
        if (status.get("clientCertificateData") instanceof JsonPrimitive certificate
            && status.get("clientKeyData") instanceof JsonPrimitive key) {
          fields.put("client-certificate-data", base64(certificate));
          fields.put("client-key-data", base64(key));
        }
      }
    } catch (JsonParseException e) {
      throw failure("printed something other than an ExecCredential");
    }
    if (fields.isEmpty()) {
      throw failure("printed something other than an ExecCredential with a token or certificate");
    }
    return fields;
  }

  private static String base64(JsonPrimitive pem) {
    return Base64.getEncoder().encodeToString(pem.getAsString().getBytes(StandardCharsets.UTF_8));
  }
}
