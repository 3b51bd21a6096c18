FROM docker.io/library/maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
ARG COMMIT= DATE=
RUN mvn -B -q -Dquickly -Dplimsoll.commit=$COMMIT -Dplimsoll.date=$DATE -pl cli -am package

FROM docker.io/library/eclipse-temurin:17-jre
RUN useradd --uid 65532 --no-create-home plimsoll
COPY --from=build /src/cli/target/quickly/plimsoll.jar /opt/plimsoll/plimsoll.jar
COPY --from=build /src/cli/target/quickly/lib /opt/plimsoll/lib
COPY --from=build /src/examples/gpu-tenants.json /src/examples/policy.yaml /opt/plimsoll/examples/
# The classes that a service loads, ready for loading. They are of use to this very java only, and with the same collector.
RUN java -XX:+UseParallelGC -XX:ArchiveClassesAtExit=/opt/plimsoll/plimsoll.jsa -Dplimsoll.home=/opt/plimsoll \
      -jar /opt/plimsoll/plimsoll.jar demo >/tmp/demo.log 2>&1 & \
    until grep -q Listening /tmp/demo.log; do kill -0 $! && sleep 1 || exit 1; done; \
    kill $!; wait $!; rm /tmp/demo.log; test -s /opt/plimsoll/plimsoll.jsa
USER 65532
# Threads that Java gives the lowest priority have it in the kernel's eyes, too; all others have the usual one.
ENTRYPOINT ["java", "-XX:+UseParallelGC", "-XX:SharedArchiveFile=/opt/plimsoll/plimsoll.jsa", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", \
  "-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=19", "-XX:JavaPriority9_To_OSPriority=0", "-XX:JavaPriority10_To_OSPriority=0", "-XX:-PrintWarnings", \
  "-jar", "/opt/plimsoll/plimsoll.jar"]
