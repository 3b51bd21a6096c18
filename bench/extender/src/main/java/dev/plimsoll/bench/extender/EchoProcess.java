package dev.plimsoll.bench.extender;

import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** An echo in a process of its own, at the port that is its argument. */
public final class EchoProcess {
  private EchoProcess() {}

  /** Answers until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    HttpSettings settings =
        HttpSettings.DEFAULT.onLoopback().withPort(Integer.parseInt(arguments[0]));
    Optional<HttpService> listening =
        Optional.of(HttpService.start("echo", settings, Echo.routes()));
    new CountDownLatch(1).await();
    listening.ifPresent(HttpService::close);
  }
}
