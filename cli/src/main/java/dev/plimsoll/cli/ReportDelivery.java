package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a report goes if not to the standard output. */
final class ReportDelivery {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Option(
      names = "--write-to",
      paramLabel = "FILE",
      description = "Write the report to this file, and replace the file.")
  private @Nullable Path file;

  @Option(
      names = "--webhook-file",
      paramLabel = "FILE",
      description =
          "Post the report as {\"text\": REPORT} to the URL in this file, as for webhooks of Slack or"
              + " Mattermost. The URL is a secret, so it is no argument.")
  private @Nullable Path webhook;

  /** Only picocli makes one. */
  ReportDelivery() {}

  /** Returns whether the report goes to a file or a webhook. */
  boolean isAsked() {
    return file != null || webhook != null;
  }

  /**
   * Writes the report to the file and posts it, as far as each is asked for.
   *
   * @throws InputException if the file can't be written, or if the webhook's file has no URL
   * @throws UnreachableException if the webhook doesn't answer, or rejects the report
   */
  void deliver(String report) {
    if (file != null) {
      AtomicFiles.write(Map.of(file, report));
    }
    if (webhook != null) {
      post(url(webhook), report);
    }
  }

  private static URI url(Path file) {
    try {
      URI url = URI.create(Files.readString(file).strip());
      if (url.getHost() != null
          && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
        return url;
      }
    } catch (IOException e) {
      throw new InputException("cannot read " + file + ": --webhook-file needs a file with a URL");
    } catch (IllegalArgumentException e) {
      throw noUrl(file);
    }
    throw noUrl(file);
  }

  private static InputException noUrl(Path file) {
    return new InputException(
        file + " has no URL: --webhook-file needs a file with one line, such as https://host/path");
  }

  private static void post(URI url, String report) {
    JsonObject body = new JsonObject();
    body.addProperty("text", report);
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      int code = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (code / 100 != 2) {
        throw new UnreachableException(
            "the webhook at " + url.getHost() + " answered " + code + " to the report, not 2xx.");
      }
    } catch (IOException e) {
      throw new UnreachableException("cannot reach the webhook at " + url.getHost() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while the report was posted.");
    }
  }
}
