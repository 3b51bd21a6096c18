FROM docker.io/library/maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
ARG COMMIT= DATE=
RUN mvn -B -q -Dquickly -Dplimsoll.commit=$COMMIT -Dplimsoll.date=$DATE -pl cli -am package

FROM docker.io/library/eclipse-temurin:17-jre
RUN useradd --uid 65532 --no-create-home plimsoll
COPY --from=build /src/cli/target/quickly/plimsoll.jar /opt/plimsoll/plimsoll.jar
COPY --from=build /src/cli/target/quickly/lib /opt/plimsoll/lib
USER 65532
ENTRYPOINT ["java", "-XX:+UseParallelGC", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/plimsoll/plimsoll.jar"]
