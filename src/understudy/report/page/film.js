function openFilm() {}
