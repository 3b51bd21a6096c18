package dev.plimsoll.extender.endtoend;

import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The service in a process of its own, which can be killed. */
final class ReplicaProcess {
  private ReplicaProcess() {}

  /** Serves until the process ends, as {@code plimsoll serve} does. */
  public static void main(String[] arguments) throws InterruptedException {
    LiveExtender service =
        LiveExtender.start(ServiceConfiguration.read(Path.of(arguments[0])), "end-to-end");
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
    new CountDownLatch(1).await();
  }
}
