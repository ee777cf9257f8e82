// placeholder so that the room builds
